"""torch takes the arrays over without copying. A skip where it is not installed: it is large, and only make test-long
asks for it."""
import pytest

import plyforge.chess as chess
from plyforge import batch

torch = pytest.importorskip('torch')


def test_arrays_become_tensors():
    positions = batch.positions([chess.STARTING_FEN, '7k/8/8/8/8/8/8/K7 w - - 0 1'])
    planes = batch.planes(positions, 112)
    tensor = torch.from_dlpack(planes)
    assert tensor.shape == (2, 112, 8, 8) and tensor.dtype == torch.float32 and float(tensor[0, 111].min()) == 1
    tensor[0, 0, 0, 0] = 7
    assert memoryview(planes)[0, 0, 0, 0] == 7 and tensor.data_ptr() == planes.__array_interface__['data'][0]
    own, other, offsets = (torch.from_dlpack(part) for part in batch.features(positions, 'HalfKP'))
    layer = torch.nn.EmbeddingBag(batch.feature_count('HalfKP'), 4, mode='sum')
    assert layer(own, offsets[:-1]).shape == (2, 4) and not layer(own, offsets[:-1])[1].any()
    mask = torch.from_dlpack(batch.mask(positions, 1858))
    assert mask.sum(1).tolist() == [20, 3]
    del planes
    assert tensor[0, 0, 0, 0] == 7
